import { type Dishes, type MenuPage, type Plan, pageOf } from './menu-pages.ts'

const dishes: Dishes = {
  Antipasti: ['Bruschetta al Pomodoro', 'Burrata e Prosciutto', 'Arancini Siciliani', 'Vitello Tonnato', 'Carciofi Fritti', 'Focaccia'],
  Pasta: ['Tagliatelle al Ragu', 'Penne Arrabbiata', 'Gnocchi al Pesto', 'Lasagne al Forno', 'Orecchiette', 'Ravioli di Zucca'],
  'From the wok': ['Pad Thai', 'Nasi Goreng', 'Kung Pao Tofu', 'Beef Chow Fun', 'Singapore Noodles', 'Dan Dan Mian', 'Mapo Tofu'],
  Curries: ['Massaman Duck', 'Green Curry', 'Jungle Curry', 'Panang Pork', 'Rendang', 'Laksa', 'Khao Soi'],
  Tacos: ['Carnitas', 'Al Pastor', 'Baja Shrimp', 'Barbacoa', 'Nopales', 'Birria with Broth', 'Cochinita Pibil'],
  Sides: ['Elote', 'Refried Beans', 'Guacamole', 'Yuca Fries', 'Plantain Chips', 'House Slaw'],
  Mezze: ['Hummus Beiruti', 'Moutabal', 'Tabbouleh', 'Fattoush', 'Kibbeh Nayeh', 'Labneh with Zaatar', 'Warak Enab'],
  Grills: ['Shish Taouk', 'Lamb Kofta', 'Adana Kebab', 'Mixed Grill Platter', 'Halloumi Skewer', 'Arayes'],
  Patisserie: ['Pain au Chocolat', 'Eclair', 'Tarte Tatin', 'Opera Slice', 'Paris-Brest', 'Canele', 'Financier'],
  Loaves: ['Country Sourdough', 'Seeded Rye', 'Spelt Loaf', 'Brioche', 'Baguette', 'Olive Ciabatta'],
  Coffee: ['Espresso', 'Flat White', 'Cortado', 'Iced Americano', 'Mocha', 'Affogato', 'Cold Brew 12 hours'],
  Juices: ['Carrot and Ginger', 'Pomegranate', 'Green Detox', 'Orange', 'Beet It', 'Sugar Cane', 'Tamarind Cooler'],
}
const styles = {
  chalk: 'body{background:#20262b;color:#f4f1e6} em{color:#c9c5b8}',
  framed: 'section{border:2px solid #444;padding:4px 18px 14px} p{border-top:2px solid #999;margin-top:4px;padding-top:4px}',
  narrow: 'main{padding-left:46px;padding-right:46px}',
  centred: 'p{justify-content:center} s{flex:none;width:26px}',
  slanted: 'span{font-style:italic;letter-spacing:-.5px}',
}

const plans: Plan[] = [
  { kind: 'typewriter', money: 'rs', font: 6, leader: 'dots', named: (name) => name.toUpperCase() },
  { kind: 'chalkboard', money: 'euro', font: 7, leader: 'none', tells: true, style: styles.chalk },
  { kind: 'framed', money: 'dollar', font: 2, sizes: ['Regular', 'Large'], leader: 'none', style: styles.framed },
  { kind: 'three columns', money: 'plain', font: 5, columns: 3, leader: 'none', style: styles.narrow },
  { kind: 'numbered, centred', money: 'pound', font: 1, named: (name, at) => `${at + 1}. ${name}`, style: styles.centred },
  { kind: 'two in a cell', money: 'rupee', font: 8, sizes: ['Half', 'Full'], between: ' / ', leader: 'dashes', style: styles.slanted },
]
const first = 24

/** Pages of menus with other words, letters and forms than those that the rules of the parser were found on. */
export function otherMenuPages(): MenuPage[] {
  return plans.map((plan, at) => pageOf({ ...plan, dishes }, first + at))
}
