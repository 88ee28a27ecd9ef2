import httpProxy from '@fastify/http-proxy'
import fastify from 'fastify'

// The plugin as it comes: no option but where to forward to.
const app = fastify()
app.register(httpProxy, { upstream: process.env.UPSTREAM ?? '' })
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
