// The few calls of Express that the shop uses, so that the example runs without installing it.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

export function express() {
  const routes = [];
  const add =
    (method) =>
    (path, ...handlers) => {
      const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
      routes.push({ method, pattern, handlers });
    };
  const answer = async (request, response) => {
    const { pathname } = new URL(request.url, 'http://shop');
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    dress(response);
    if (!route) return response.status(404).send('Not found');
    request.params = route.pattern.exec(pathname)?.groups ?? {};
    for (const handle of route.handlers) await handle(request, response, () => {});
  };
  return {
    get: add('GET'),
    post: add('POST'),
    listen: (port, host) =>
      createServer((request, response) => {
        answer(request, response).catch((error) => {
          process.stderr.write(`${error.message}\n`);
          response.writeHead(500).end();
        });
      }).listen(port, host),
  };
}

express.raw = (_options) => async (request) => {
  request.body = await buffer(request);
};

express.urlencoded = (_options) => async (request) => {
  request.body = Object.fromEntries(new URLSearchParams(String(await buffer(request))));
};

function dress(response) {
  response.status = (code) => {
    response.statusCode = code;
    return response;
  };
  response.type = (name) => response.setHeader('Content-Type', `text/${name}; charset=utf-8`);
  response.send = (text) => response.end(text);
  response.redirect = (code, location) => response.writeHead(code, { Location: location }).end();
}
