import { ConnectionString } from 'mongodb-connection-string-url'
import mongoose from 'mongoose'
import * as z from 'zod/mini'

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

/**
 * Parameters that an address may not have, with the reason. Atlas writes `retryWrites`, `w=majority` and `appName` into its addresses, so
 * they are taken: no write is repeated by the driver all the same.
 */
const refused: { names: string[]; when?: (value: string) => boolean; because: string }[] = [
  {
    names: ['w'],
    when: (value) => value !== 'majority',
    because: 'an election would take back what was answered: writes are of a majority',
  },
  {
    names: ['journal', 'j'],
    when: (value) => value !== 'true',
    because: 'writes must outlive the process that took them',
  },
  { names: ['readPreference'], when: (value) => value !== 'primary', because: 'what was just written must be read' },
  {
    names: ['tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames', 'tlsInsecure'],
    when: (value) => value !== 'false',
    because: 'anybody could be the server: name its authority in tlsCAFile',
  },
  {
    names: [
      'maxPoolSize',
      'serverSelectionTimeoutMS',
      'waitQueueTimeoutMS',
      'socketTimeoutMS',
      'connectTimeoutMS',
      'timeoutMS',
      'wtimeoutMS',
      'retryReads',
      'readConcernLevel',
    ],
    because: 'it would be ignored: every connection has one of ours',
  },
]

/** The first reason why an address cannot be used, in words that follow the variable's name and have no value of the address; undefined for a good one. */
function faultOf(url: string): string | undefined {
  let address: ConnectionString
  try {
    address = new ConnectionString(url)
    // Its own parser knows every option and how they go together. It opens no connection.
    void new mongoose.mongo.MongoClient(completeAddress(url))
  } catch (error) {
    return `must be an address of MongoDB as its driver reads them${reasonOf(error, url)}`
  }
  const database = decodeURIComponent(address.pathname.slice(1))
  const parameters = [...address.searchParams].map(([name, value]) => [name.toLowerCase(), value] as const)
  const hasSource = parameters.some(([name]) => name === 'authsource')
  const isSourceOfUser = address.username !== '' && !hasSource && !address.isSRV
  if (database && !isSourceOfUser)
    return 'has a database in its path, which would be ignored, since each service has one of its own name: leave it out (a user of that database is told by authSource)'
  for (const { names, when = () => true, because } of refused)
    for (const name of names)
      if (parameters.some(([given, value]) => given === name.toLowerCase() && when(value)))
        return `has a ${name} that cannot be: ${because}`
  return undefined
}

/** The driver's sentence, unless it repeats the password. */
function reasonOf(error: unknown, url: string): string {
  const { message } = error as Error
  const password = /^[^:]+:\/\/[^:@/]*:(.*)@/.exec(url)?.[1]
  return password && message.includes(password) ? '' : `: ${message}`
}

/** `MONGO_URL`: any documented form, with nothing that would be ignored or would lose what was answered. */
export const mongoAddress = z.string().check((given) => {
  const fault = faultOf(given.value)
  if (fault) given.issues.push({ code: 'custom', input: given.value, message: fault })
})
