import { describe, expect, test } from 'vitest'
import { whyWeak } from './password-strength.ts'

const about = ['Anita Menon', 'anita.menon@larder.test', 'Larder', 'Kochi Foods']

describe('a password', () => {
  test.each([
    '1234567890',
    'aaaaaaaaaa',
    '          ',
    'qwertyuiop',
    'password123',
    'Summer2026',
    'anita.menon@larder.test',
    'Anita Menon',
    'anitamenon1',
    'menonanita',
    'Larder2026',
    'larder-larder',
    'kochifoods1',
    'abc'.repeat(40),
    'Summer2026!!',
    'Winter2025!!',
    'January-2026',
    'Kochi@2026!!',
    'Ernakulam2025!',
    '2026!Elephant',
    '!!Monsoon 26!!',
    'വേനൽക്കാലം2026',
  ])('%j is too easy to guess', async (password) => {
    expect(await whyWeak(password, about)).toContain('is too easy to guess')
  })

  test.each([
    'a-good-long-password',
    'correct horse battery',
    'kR9-xw2pqT',
    'വലിയ മീൻ കറി ചോറ്',
    'menon velvet tram 81',
    'velvet tram 2026!',
    'correcthorsebattery2026',
  ])('%j is good', async (password) => {
    expect(await whyWeak(password, about)).toBeNull()
  })

  test('however long takes no longer than a blink', async () => {
    const long = Array.from({ length: 128 }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join('')
    await whyWeak('warm', about)
    const began = performance.now()
    expect(await whyWeak(long, about)).toBeNull()
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
