import type { Random } from './random.ts'

const firstNames =
  'Adithya Amina Anita Arun Beena Biju Chitra Dileep Divya Fahad Gopal Hema Jaya Kiran Lekha Mathew Mini Nadia Omana Praveen Rekha Sajan Sunitha Tessy Usha Vinod'.split(
    ' ',
  )
const lastNames =
  'Alex Antony Baby Chandran Dev Ibrahim Jacob Krishnan Kurup Mathai Menon Nair Paulose Rajan Rawther Sankar Thomas Varkey'.split(' ')
const streets = ['Church Road', 'Temple Road', 'Canal Road', 'Market Road', 'Library Lane', 'School Road', 'Ferry Road', 'Club Road']

/** Somebody with a phone; they come back now and then. */
export interface Person {
  name: string
  phone: string
  line1: string
}

/** One of the people whom this seed knows, by number: always the same behind the same number. */
export function personOf(random: Random): Person {
  return {
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    phone: `+9173${String(random.whole(0, 99_999_999)).padStart(8, '0')}`,
    line1: `House ${random.whole(1, 320)}, ${random.pick(streets)}`,
  }
}

export const orderNotes = [
  'Less spicy please',
  'Call at the gate',
  'No cutlery',
  'Extra tissue please',
  'Leave with the security desk',
] as const

export const opinions = {
  good: ['Hot and on time.', 'Very fresh, thank you.', 'Good as always.', 'Nicely packed.'],
  bad: ['Came late and cold.', 'One item was missing.', 'Packing was torn.'],
} as const
