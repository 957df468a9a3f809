/** Of every command that talks to a gateway. */
export const GATEWAY = `  MFE_GATEWAY  address of the gateway's operations port; default http://127.0.0.1:3001
  MFE_TOKEN    the token of your team, or of an operator`;
