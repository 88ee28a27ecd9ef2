// The health check of an image: ready or not, by the private port. Plain JavaScript, since it is started every few seconds.
import { get } from 'node:http'
import { env } from 'node:process'

const limitMs = 2_000
const end = (isReady) => process.exit(isReady ? 0 : 1)
get(`http://127.0.0.1:${env.PRIVATE_PORT}/health/ready`, { timeout: limitMs }, ({ statusCode }) =>
  end(statusCode === 200),
)
  .on('timeout', () => end(false))
  .on('error', () => end(false))
