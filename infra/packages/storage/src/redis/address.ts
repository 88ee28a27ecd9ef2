import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** A server's address: the port where none is said is that of its kind. */
type Host = { host: string; port: number }
type Login = { username?: string; password?: string }
export type RedisTls = { ca?: Buffer; cert?: Buffer; key?: Buffer }
/** The parts of an address that any of its forms may have. */
type Common = Login & { hosts: [Host, ...Host[]]; db: number; tls?: RedisTls }
export type RedisAddress = Common &
  ({ kind: 'standalone' } | { kind: 'cluster' } | { kind: 'sentinel'; master: string; sentinelLogin: Login })

const form = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^/?#]*))?(?:\?([^#]*))?$/
const forms =
  'redis://host, redis+sentinel://host,host?master=name or redis+cluster://host,host, each with rediss for TLS'
const files = ['tlsCAFile', 'tlsCertificateFile', 'tlsKeyFile'] as const
const ofSentinels = ['master', 'sentinelUsername', 'sentinelPassword']

/** The reason why an address cannot be used, in words that follow the name of its variable and have no value of it. */
class AddressFault extends Error {}

/** @throws Error with a reason that shows nothing of the address */
export function parseRedisAddress(url: string): RedisAddress {
  const found = form.exec(url)
  if (!found)
    throw new AddressFault(
      `must be an address of Redis: ${forms} (signs such as @ and / of a password are written with %)`,
    )
  const [, protocol = '', type = 'standalone', user, hosts = '', db = '', query = ''] = found
  const parameters = parametersOf(query, [...files, ...(type === 'sentinel' ? ofSentinels : [])])
  const common = {
    ...loginOf(user),
    hosts: hostsOf(hosts, type),
    db: dbOf(db),
    ...tlsOf(protocol === 'rediss', parameters),
  }
  if (type === 'cluster') {
    if (common.db !== 0) throw new AddressFault('has a database other than 0, and a Cluster has no other')
    return { ...common, kind: 'cluster' }
  }
  if (type === 'sentinel') {
    const master = parameters.get('master')
    if (!master) throw new AddressFault('has Sentinels, but no master: the name of the primary that they watch')
    const [username, password] = [parameters.get('sentinelUsername'), parameters.get('sentinelPassword')]
    if (username && !password) throw new AddressFault('has a sentinelUsername without a sentinelPassword')
    return { ...common, kind: 'sentinel', master, sentinelLogin: login(username, password) }
  }
  if (common.hosts.length > 1)
    throw new AddressFault('has several hosts: say redis+sentinel:// or redis+cluster:// as they are')
  return { ...common, kind: 'standalone' }
}

function parametersOf(query: string, known: string[]): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query.replaceAll('+', '%2B'))) {
    if (!known.includes(name))
      throw new AddressFault(`has a parameter that there is not: this form knows ${known.join(', ')}`)
    if (parameters.has(name)) throw new AddressFault(`has ${name} twice`)
    if (value === '') throw new AddressFault(`has an empty ${name}`)
    parameters.set(name, value)
  }
  return parameters
}

const login = (username?: string, password?: string): Login => ({
  ...(username && { username }),
  ...(password && { password }),
})

function loginOf(text: string | undefined): Login {
  if (text === undefined) return {}
  const [username = '', ...rest] = text.split(':')
  if (rest.length > 1) throw new AddressFault('has a : in its password, which is written as %3A')
  if (!rest[0]) throw new AddressFault('has a user without a password (a password alone is written as :password@)')
  return login(decoded(username), decoded(rest[0]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressFault('has a % in its user or password that is no sign: it is written as %25')
  }
}

function hostsOf(text: string, type: string): [Host, ...Host[]] {
  const hosts = text.split(',').map((one) => {
    const [, inBrackets, plain, port] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(one) ?? []
    const host = inBrackets ?? plain
    if (!host || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
      throw new AddressFault('has a host or a port that cannot be: hosts are told as host:port, with commas')
    return { host, port: Number(port ?? (type === 'sentinel' ? 26_379 : 6_379)) }
  })
  return hosts as [Host, ...Host[]]
}

function dbOf(text: string): number {
  if (!/^\d{0,5}$/.test(text)) throw new AddressFault('has a path that is no number of a database')
  return Number(text)
}

function tlsOf(isTls: boolean, parameters: Map<string, string>): { tls?: RedisTls } {
  const [ca, cert, key] = files.map((name) => readFile(name, parameters.get(name)))
  if (!isTls) {
    if (ca || cert || key) throw new AddressFault('has files for TLS, but a protocol without it: say rediss')
    return {}
  }
  if (!cert !== !key) throw new AddressFault('has only one of tlsCertificateFile and tlsKeyFile')
  return { tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } }
}

function readFile(name: string, path: string | undefined): Buffer | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path)
  } catch (error) {
    throw new AddressFault(`has a ${name} that cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** `REDIS_URL`: one server, a primary behind Sentinels, or a Cluster. */
export const redisAddress = z.string().check((given) => {
  try {
    parseRedisAddress(given.value)
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error
    given.issues.push({ code: 'custom', input: given.value, message: error.message })
  }
})
