import { expect, test } from 'vitest'
import { hostOf, isPrivateAddress, networkOf } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['no address', 'no address', 'no address'],
])('%s is counted as %s of %s', (address, host, network) => {
  expect([hostOf(address), networkOf(address)]).toEqual([host, network])
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['172.31.0.1', true],
  ['fd00::1', true],
  ['172.32.0.1', false],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
  ['', false],
])('%s: near is %s', (address, isNear) => {
  expect(isPrivateAddress(address)).toBe(isNear)
})
