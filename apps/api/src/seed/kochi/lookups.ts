import type { Vertical } from '@larder/contract'
import type { Kitchen } from './restaurant-dishes.ts'

export const cuisines = [
  'Kerala',
  'Malabar',
  'Seafood',
  'Biryani',
  'Arabian',
  'South Indian',
  'North Indian',
  'Chinese',
  'Street food',
  'Continental',
  'Café',
  'Pizza and burgers',
  'Desserts',
] as const

export const cuisinesOfKitchen: Record<Kitchen, readonly (typeof cuisines)[number][]> = {
  kerala: ['Kerala', 'Seafood'],
  biryani: ['Malabar', 'Biryani'],
  arabian: ['Arabian'],
  tiffin: ['South Indian'],
  thattukada: ['Street food', 'Kerala'],
  chinese: ['Chinese'],
  north: ['North Indian'],
  cafe: ['Café', 'Continental', 'Desserts'],
  grill: ['Pizza and burgers', 'Continental'],
}

export const categoryTypes: Record<Vertical, readonly string[]> = {
  restaurant: ['Meals', 'Biryani', 'Breakfast', 'Seafood', 'Grill', 'Snacks', 'Breads', 'Sweets', 'Drinks'],
  grocery: ['Staples', 'Oil and spices', 'Milk and eggs', 'Snacks', 'Drinks', 'Household', 'Personal care'],
  fruits: ['Bananas', 'Fruits', 'Vegetables', 'Leaves', 'Organic'],
  fish: ['Sea fish', 'Backwater fish', 'Shellfish', 'Dried fish'],
  cakes: ['Birthday cakes', 'Anniversary cakes', 'Small cakes', 'Tea time', 'Eggless'],
}

/** Returnable crates: code, name, size, capacity in kg, deposit in rupees, stock. */
export const crates = [
  ['CR-S-BLUE', 'Blue fish crate', 'small', 8, 150, 220],
  ['CR-M-BLUE', 'Blue fish crate with lid', 'medium', 18, 280, 140],
  ['CR-S-GREEN', 'Green produce crate', 'small', 10, 140, 260],
  ['CR-M-GREEN', 'Green produce crate, stackable', 'medium', 22, 240, 180],
  ['CR-L-GREEN', 'Banana bunch crate', 'large', 40, 380, 60],
  ['CR-M-GREY', 'Grocery tote', 'medium', 20, 220, 320],
  ['CR-L-GREY', 'Grocery tote, folding', 'large', 35, 340, 120],
  ['CR-L-ICE', 'Insulated ice box', 'large', 30, 950, 36],
] as const

/** What the desk says again and again: name, who reads it, text. */
export const macros = [
  [
    'Late, on its way',
    'outside',
    'Dear {customer}, your order {order} from {store} is late, and we are sorry. It is on its way to you now.\n{agent}',
  ],
  [
    'Something was missing',
    'outside',
    'Dear {customer}, we are sorry that something of {order} was missing. What you paid for it goes back to you.\n{agent}',
  ],
  ['Refund sent', 'outside', 'Dear {customer}, the refund of {order} is sent. Your bank shows it within five working days.\n{agent}'],
  ['We look into it', 'outside', 'Dear {customer}, thank you for telling us. We look into it and write again today.\n{agent}'],
  ['Ask the store what was packed', 'outside', 'Dear {store}, what was packed for {order}? Please answer within the hour.\n{agent}'],
  ['Called, nobody answered', 'internal', 'Called {customer} twice about {order}, nobody answered. Next try in an hour. {agent}'],
  ['Agreed by phone', 'internal', 'Agreed with {customer} by phone: a credit instead of a refund. {agent}'],
] as const
