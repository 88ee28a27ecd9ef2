import ipaddr from 'ipaddr.js'

/**
 * The unit that a limit by address counts: the address, or its /64 network in IPv6, of which one subscriber has all 2^64 addresses
 * (RFC 6177). An IPv4 address written as IPv6 is the IPv4 address.
 */
export const networkOf = (address: string): string => networksOf(address)[0].network

/** A network, and how many times the limit of a single one is allowed to all of it. */
export type CountedNetwork = { network: string; times: number }

/**
 * The networks that a limit on what is dear counts for one address: its own, and in IPv6 those of the sizes that one subscriber may be
 * given, /56 and /48 (RFC 6177), in which a /64 is one of 256 and of 65,536. They are shared by neighbours too, hence the multiples.
 */
export function networksOf(address: string): [CountedNetwork, ...CountedNetwork[]] {
  if (!address.includes(':') || !ipaddr.isValid(address)) return [{ network: address, times: 1 }]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [{ network: parsed.toString(), times: 1 }]
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts
  const named = (parts: number[], bits: number) => `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`
  return [
    { network: named([first, second, third, fourth], 64), times: 1 },
    { network: named([first, second, third, fourth & 0xff00], 56), times: 4 },
    { network: named([first, second, third], 48), times: 16 },
  ]
}

/** An address as it is shown: an IPv4 address written as IPv6 is the IPv4 address. */
export const plainAddress = (address: string): string =>
  address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
