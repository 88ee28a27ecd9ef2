import { ConnectionString } from 'mongodb-connection-string-url'

/** Mechanisms whose users are in no database. */
const external = ['GSSAPI', 'MONGODB-AWS', 'MONGODB-OIDC', 'MONGODB-X509', 'PLAIN']

/**
 * An address with what the driver would take from elsewhere: it looks for a user in the database that is opened, where the address says no
 * other, while the server's own tools look in the one of the path, or in `admin`. Reads are of a majority, whatever an address says.
 */
export function completeAddress(url: string): string {
  const address = new ConnectionString(url)
  const { searchParams } = address
  searchParams.delete('readConcernLevel')
  const isExternal = external.includes(searchParams.get('authMechanism') ?? '')
  if (address.username && !isExternal && !searchParams.has('authSource'))
    searchParams.set('authSource', decodeURIComponent(address.pathname.slice(1)) || 'admin')
  return address.href
}
