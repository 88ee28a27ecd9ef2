import ipaddr from 'ipaddr.js'

/** Bits of an address by which two of them are near each other: a house or an office, whose addresses change within it. */
const prefixes = { ipv4: 24, ipv6: 56 }

/** The network in which two addresses are near each other; an IPv4 address written as IPv6 is the IPv4 address. */
export function nearNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const prefix = prefixes[parsed.kind()]
  const bytes = parsed.toByteArray()
  return `${bytes.slice(0, prefix / 8).join('.')}/${prefix}`
}
