import { expect, test } from 'vitest'
import { pathOf } from './path-of.ts'

test.each([
  ['/api/me?to=/x%20y#z', '/api/me'],
  ['/%61pi/me', '/api/me'],
  ['http://evil.test/api/me?x', '/api/me'],
  ['HTTPS://evil.test?x=/api', '/'],
  ['http://evil.test', '/'],
  ['/a%2Fb/%3f', '/a%2Fb/%3f'],
  ['/%2561', '/%2561'],
  ['/%c3%bc', '/ü'],
  ['/%', '/%'],
  ['/%ff%61', '/%ff%61'],
  ['*', '*'],
  ['', '/'],
])('the path of %s is %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})
