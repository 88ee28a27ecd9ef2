import { createRequire } from 'node:module'

// MongoDB's driver (7.5 to 7.9) can wait for ever for a write. A socket whose other side has ended, and which is destroyed but has not
// emitted 'close' yet, refuses each write; the driver takes that for a full buffer and waits for 'drain', which is never emitted, and not
// for the connection's end. Where it was the monitor's command, the driver sends no other: after a server's restart it finds none, for as
// long as the process lives. Here a write ends with its connection.

export type DriverConnection = {
  error: Error | null
  closed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
  writeCommand(command: unknown, options: unknown): Promise<void>
  command(namespace: unknown, command: object, options: object): Promise<unknown>
}
type ConnectionClass = { new (socket: unknown, options: object): DriverConnection; prototype: DriverConnection }

const loadOfMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'))
/** The driver's own class, which it does not export. */
export const { Connection } = loadOfMongoose('mongodb/lib/cmap/connection') as { Connection: ConnectionClass }

const { prototype } = Connection
const write = prototype.writeCommand
if (!write) throw new Error("MongoDB's driver writes by another method: see driver-writes.ts")

prototype.writeCommand = async function (command, options) {
  const { promise: isClosed, reject } = Promise.withResolvers<never>()
  const onClose = () => reject(this.error)
  this.once('close', onClose)
  try {
    return await Promise.race([write.call(this, command, options), isClosed])
  } finally {
    this.off('close', onClose)
  }
}
