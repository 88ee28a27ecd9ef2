import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Checks the one fixed port before anything is downloaded or started. */
export async function checkPort(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES')
      throw new StartError(`Port ${port} is not for ordinary users: set PORT to a number above 1023.`)
    throw new StartError(`Port ${port} is in use by another program: end it, or set PORT to a free one.`)
  })
  await new Promise((resolve) => server.close(resolve))
}
