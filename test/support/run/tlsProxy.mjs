/**
 * A TLS proxy such as operators put in front of Portico, for a test in a network namespace: `node tlsProxy.mjs HOST PORT CERTIFICATE KEY`,
 * where PORT is the server's on the same host.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const [host = '', port = '', certificate = '', key = ''] = process.argv.slice(2);

https
  .createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' };
    const passed = http.request({ host, port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  })
  .listen(443, host, () => console.log('ready'));
