import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not public (IANA's registry of special-purpose addresses), the clouds' metadata services among them. */
export const specialNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's host, which answers every machine in it.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const inside = new BlockList()
for (const [network, prefix] of specialNetworks) inside.addSubnet(network, prefix, 'ipv4')
/** The public addresses of IPv6 in CIDR notation: all that may be reached at all, but for those that map IPv4 or are set apart. */
export const publicNetwork6 = { cidr: '2000::/3', except: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] }
const outside = new BlockList()
addSubnet6(outside, publicNetwork6.cidr)
for (const network of publicNetwork6.except) addSubnet6(inside, network)

function addSubnet6(list: BlockList, cidr: string): void {
  const [network = '', prefix] = cidr.split('/')
  list.addSubnet(network, Number(prefix), 'ipv6')
}

/** @param address an IPv4 or IPv6 address, as a name was resolved to or as a URL has it, without brackets */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inside.check(address, 'ipv4')
  // An IPv4 address in IPv6 notation is outside of 2000::/3, and so is every loopback, link-local and private one.
  return version === 6 && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/**
 * Whether a URL leads outside, as far as that shows without resolving a name: a literal address must be a public one,
 * in any notation (`URL` writes 0x7f000001, 2130706433 and 127.1 as 127.0.0.1). A name has to be looked at again at
 * each connection.
 */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(host)
}
