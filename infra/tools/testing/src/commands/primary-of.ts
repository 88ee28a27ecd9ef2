import { mongo } from 'mongoose'

/** Where a server of an address takes writes: the primary, of several hosts. */
export async function primaryOf(url: string): Promise<{ host: string; port: number }> {
  const client = new mongo.MongoClient(url)
  try {
    // By the old name, which every server knows. Alone or asked directly, it may know itself by another address than it has from here.
    const { me } = client.options.directConnection ? {} : await client.db('admin').command({ isMaster: 1 })
    const { hostname, port } = new URL(`mongodb://${me ?? client.options.hosts[0]}`)
    return { host: hostname, port: Number(port) }
  } finally {
    await client.close()
  }
}

/** Without `directConnection` a driver learns the server's own address, and goes round the proxy. */
export const proxyUrl = (port: number): string => `mongodb://127.0.0.1:${port}/?directConnection=true`
