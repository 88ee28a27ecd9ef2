import { createServer } from 'node:http'

// The server behind every proxy: as little as Node can do, a small JSON for each request.
const body = JSON.stringify([{ id: 'b0c5f0f0-7f3e-4a53-9d1c-2f6f8f0f1a11', status: 'completed', progress: 100 }])
const head = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }

createServer({ keepAliveTimeout: 75_000 }, (_request, response) => response.writeHead(200, head).end(body)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
