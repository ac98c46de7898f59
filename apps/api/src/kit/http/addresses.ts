import ipaddr from 'ipaddr.js'

const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/** Whether an address belongs to this machine or its private network. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && near.has(ipaddr.process(address).range())
}

/** The address as callers are counted by: of IPv6 the first 64 bits, the rest being the caller's own to choose. */
export function hostOf(address: string): string {
  return prefixOf(address, { v4: 32, v6: 64 })
}

/** The neighbourhood of an address, as a provider hands it out: /24, of IPv6 /48. */
export function networkOf(address: string): string {
  return prefixOf(address, { v4: 24, v6: 48 })
}

function prefixOf(address: string, bits: { v4: number; v6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    if (bits.v4 === 32) return parsed.toString()
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${bits.v4}`)}/${bits.v4}`
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits.v6}`)}/${bits.v6}`
}
