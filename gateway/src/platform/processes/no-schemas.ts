import type { FastifyServerOptions } from 'fastify';

function refuse(): never {
  throw new Error('A route states a JSON schema: bodies are parsed by zod');
}

/** Of fastify, which else loads at every start what compiles JSON schemas, for a twentieth of a second. No route states one. */
export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};
