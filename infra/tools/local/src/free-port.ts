import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/**
 * Below the ports that Linux (from 32,768), macOS and Windows (from 49,152) give to outgoing connections: of such a port any connection of any
 * program may be in the way of the server that begins, or begins again, to listen there.
 */
const range = { from: 20_000, below: 30_000 }
const host = '127.0.0.1'

/** Checks the one fixed port before anything is downloaded or started. */
export async function checkPort(port: number): Promise<void> {
  await tryPort(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES')
      throw new StartError(`Port ${port} is not for ordinary users: set PORT to a number above 1023.`)
    throw new StartError(`Port ${port} is in use by another program: end it, or set PORT to a free one.`)
  })
}

/**
 * A port of 127.0.0.1 for a server that is about to be started. Until this process ends no other one gets it from here: its number as a port
 * of UDP, which no server of ours uses, is held as a lock, which the system lifts however the process ends.
 * @param preferred is tried first
 */
export async function freePort(preferred?: number): Promise<number> {
  for (let port = preferred ?? randomPort(); ; port = randomPort()) {
    if ((await claim(port)) && (await isFree(port))) return port
  }
}

const randomPort = () => randomInt(range.from, range.below)

async function claim(port: number): Promise<boolean> {
  const lock = createSocket('udp4').unref()
  const bound = once(lock, 'listening')
  lock.bind({ port, address: host, exclusive: true })
  return bound.then(
    () => true,
    () => {
      lock.close()
      return false
    },
  )
}

async function isFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  )
}

/** Listens for a moment. */
async function tryPort(port: number): Promise<void> {
  const server = createServer()
  const listening = once(server, 'listening')
  server.listen({ port, host, exclusive: true })
  await listening
  await new Promise((resolve) => server.close(resolve))
}
