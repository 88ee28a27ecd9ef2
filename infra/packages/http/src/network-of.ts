import ipaddr from 'ipaddr.js'

/**
 * The unit that a limit by address counts: the address, or its /64 network in IPv6, of which one subscriber has all 2^64 addresses
 * (RFC 6177). An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** An address as it is shown: an IPv4 address written as IPv6 is the IPv4 address. */
export const plainAddress = (address: string): string =>
  address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
