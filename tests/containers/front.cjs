// A load balancer for the test: each request goes to a task that Swarm's name service lists, one after the other, over
// a connection of its own. A kernel without IPVS has no ingress network, which does the same for connections.
const dns = require('node:dns').promises;
const http = require('node:http');
let turn = 0;

http.createServer((request, answer) => void balance(request, answer)).listen(8080);

async function balance(request, answer) {
  const tasks = await dns.resolve4('gateway').catch(() => []);
  const pass = (left) => {
    if (left === 0) return answer.writeHead(502).end('no task answers');
    const options = { host: tasks[turn++ % tasks.length], port: 3000, path: request.url, agent: false };
    const passed = http.get({ ...options, headers: { ...request.headers, connection: 'close' } });
    passed.on('response', (got) => got.pipe(answer.writeHead(got.statusCode, got.headers)));
    passed.on('error', ({ code }) => {
      if (answer.headersSent) answer.destroy();
      else if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH') pass(left - 1);
      else answer.writeHead(502).end(code);
    });
  };
  pass(tasks.length);
}
