import { BlockList, isIP, isIPv6 } from 'node:net'

/** Parsed once for all requests of a copy, which are handed the same list. */
const parsed = new WeakMap<string[], BlockList>()

/**
 * Whether an address is in one of these networks: addresses, or ranges in CIDR notation. An IPv4 address that is
 * written as IPv6 (`::ffff:192.0.2.7`) is the IPv4 address, on either side.
 */
export function isInNetworks(networks: string[], address: string): boolean {
  const list = parsed.get(networks) ?? listOf(networks)
  parsed.set(networks, list)
  // A link-local address of IPv6 comes with its interface: fe80::1%eth0.
  const [plain = ''] = address.split('%', 1)
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
