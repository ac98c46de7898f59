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
