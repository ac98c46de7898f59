import { createHash } from 'node:crypto'

/** What stands on a page of a known menu. */
export interface TrueRow {
  category: string
  name: string
  variant: string | null
  minor: number
}

export interface MenuPage {
  name: string
  kind: string
  rows: TrueRow[]
  html: string
}

export const pageWidth = 1240
export const pageHeight = 1754

const dishes = {
  Starters: [
    'Gobi Manchurian',
    'Chicken 65',
    'Paneer Tikka',
    'Onion Pakora',
    'Fish Fingers',
    'Prawn Koliwada',
    'Chilli Chicken',
    'Hara Bhara Kabab',
  ],
  Soups: ['Sweet Corn Soup', 'Hot and Sour Soup', 'Tomato Shorba', 'Lemon Coriander Soup', 'Mutton Paya', 'Manchow Soup'],
  Biryani: ['Chicken Dum Biryani', 'Mutton Biryani', 'Vegetable Biryani', 'Egg Biryani', 'Prawn Biryani', 'Thalassery Biryani'],
  'Main course': [
    'Butter Chicken',
    'Kadai Paneer',
    'Dal Makhani',
    'Malabar Fish Curry',
    'Beef Roast',
    'Palak Paneer',
    'Rogan Josh',
    'Aloo Gobi',
  ],
  Breads: ['Tandoori Roti', 'Butter Naan', 'Garlic Naan', 'Kerala Porotta', 'Rumali Roti', 'Laccha Paratha'],
  Breakfast: ['Masala Dosa', 'Idli Vada', 'Appam with Stew', 'Puttu and Kadala', 'Poori Bhaji', 'Rava Upma', 'Set Dosa'],
  Burgers: ['Classic Cheeseburger', 'Smoky Bacon Burger', 'Mushroom Swiss Burger', 'Crispy Chicken Burger', 'Garden Veggie Burger'],
  Pizza: ['Margherita', 'Pepperoni', 'Four Cheese', 'Farm House', 'Barbecue Chicken', 'Mediterranean Veg', 'Quattro Stagioni'],
  Salads: ['Caesar Salad', 'Greek Salad', 'Waldorf Salad', 'Beetroot and Feta', 'Chickpea Salad'],
  Desserts: ['Gulab Jamun', 'Chocolate Brownie', 'Tender Coconut Pudding', 'Baked Cheesecake', 'Carrot Halwa', 'Fruit Trifle'],
  Cakes: ['Black Forest', 'Red Velvet', 'Butterscotch', 'Pineapple Gateau', 'Chocolate Truffle', 'Honey Almond'],
  Beverages: ['Fresh Lime Soda', 'Mango Lassi', 'Cold Coffee', 'Masala Chai', 'Filter Coffee', 'Watermelon Juice', 'Mint Mojito'],
} as const
const tellings = [
  'Slow cooked with whole spices and fresh coriander',
  'Served with mint chutney and sliced onions',
  'A house favourite, crisp outside and soft inside',
  'With coconut milk, curry leaves and green chillies',
  'Topped with roasted nuts and a drizzle of honey',
  'Freshly made to order, please allow 15 minutes',
]
const fonts = [
  'Liberation Sans',
  'Liberation Serif',
  'DejaVu Sans',
  'DejaVu Serif',
  'Liberation Sans Narrow',
  'DejaVu Sans Condensed',
  'Liberation Mono',
  'DejaVu Serif Condensed',
  'DejaVu Sans Mono',
]

/** What a letter at the head of a column stands for. */
const said: Readonly<Record<string, string>> = { S: 'Small', M: 'Medium', L: 'Large' }

type Section = { category: string; items: { name: string; telling: string | null; mark: 'veg' | 'non-veg' | null; prices: number[] }[] }

/** How amounts are written. */
interface Money {
  before?: string
  after?: string
  decimals?: 2
  comma?: true
  /** The least and the most, in minor units, and the step between. */
  from: number
  to: number
  step: number
}
const moneys: Record<string, Money> = {
  plain: { from: 3000, to: 89000, step: 500 },
  rupee: { before: '₹', from: 3000, to: 89000, step: 500 },
  'rupee apart': { before: '₹ ', from: 2000, to: 145000, step: 1000 },
  rs: { before: 'Rs. ', from: 3000, to: 89000, step: 500 },
  'slash dash': { after: '/-', from: 3000, to: 60000, step: 500 },
  cents: { decimals: 2, from: 2500, to: 49900, step: 25 },
  dollar: { before: '$', decimals: 2, from: 199, to: 3899, step: 50 },
  euro: { before: '€', decimals: 2, comma: true, from: 250, to: 3890, step: 10 },
  'euro after': { after: ' €', decimals: 2, comma: true, from: 250, to: 3890, step: 10 },
  pound: { before: '£', decimals: 2, from: 195, to: 2895, step: 25 },
}

/** Names of dishes by the category that they stand in. */
export type Dishes = Readonly<Record<string, readonly string[]>>

export interface Plan {
  kind: string
  money: keyof typeof moneys
  font: number
  dishes?: Dishes
  sizes?: readonly string[]
  columns?: 2 | 3
  leader?: 'dots' | 'dashes' | 'none'
  tells?: true
  marks?: 'word' | 'sign'
  inline?: true
  heading?: 'capitals' | 'ruled' | 'centred'
  /** How a name is written. */
  named?: (name: string, at: number) => string
  /** The prices of all sizes stand in one cell, with this between. */
  between?: string
  /** What its style says beyond that of the others. */
  style?: string
}

const plans: Plan[] = [
  { kind: 'price-on-the-right', money: 'plain', font: 0, leader: 'dots' },
  { kind: 'price-on-the-right', money: 'rupee', font: 1, leader: 'dots', heading: 'capitals' },
  { kind: 'price-on-the-right', money: 'dollar', font: 3, leader: 'none', tells: true },
  { kind: 'price-on-the-right', money: 'slash dash', font: 2, leader: 'dashes', heading: 'centred' },
  { kind: 'price-on-the-right', money: 'rs', font: 4, leader: 'none', marks: 'word' },
  { kind: 'price-on-the-right', money: 'euro', font: 5, leader: 'none', tells: true, heading: 'ruled' },
  { kind: 'price-on-the-right', money: 'rupee apart', font: 0, leader: 'none', marks: 'sign', heading: 'ruled' },
  { kind: 'price-on-the-right', money: 'cents', font: 2, leader: 'dots', tells: true },
  { kind: 'two-column', money: 'plain', font: 1, columns: 2, leader: 'none' },
  { kind: 'two-column', money: 'rupee', font: 0, columns: 2, leader: 'dots', heading: 'capitals' },
  { kind: 'two-column', money: 'pound', font: 2, columns: 2, leader: 'none', tells: true },
  { kind: 'two-column', money: 'euro after', font: 3, columns: 2, leader: 'none', heading: 'ruled' },
  { kind: 'two-column', money: 'rs', font: 4, columns: 2, leader: 'none', marks: 'word' },
  { kind: 'two-column', money: 'dollar', font: 5, columns: 2, leader: 'dots', heading: 'centred' },
  { kind: 'size-columns', money: 'plain', font: 0, sizes: ['Half', 'Full'], leader: 'none' },
  { kind: 'size-columns', money: 'rupee', font: 2, sizes: ['Half', 'Full'], leader: 'none', heading: 'capitals' },
  { kind: 'size-columns', money: 'dollar', font: 1, sizes: ['Small', 'Medium', 'Large'], leader: 'none' },
  { kind: 'size-columns', money: 'plain', font: 3, sizes: ['S', 'M', 'L'], leader: 'none', tells: true },
  { kind: 'size-columns', money: 'euro', font: 5, sizes: ['Regular', 'Large'], leader: 'none', heading: 'ruled' },
  { kind: 'size-columns', money: 'cents', font: 4, sizes: ['Half kg', '1 kg'], leader: 'none' },
  { kind: 'inline', money: 'plain', font: 1, inline: true, tells: true },
  { kind: 'inline', money: 'rupee', font: 0, inline: true, marks: 'word' },
  { kind: 'inline', money: 'dollar', font: 2, inline: true, tells: true, heading: 'centred' },
  { kind: 'price-on-the-right', money: 'slash dash', font: 1, leader: 'none', tells: true, marks: 'sign' },
]

/** Pages of known menus, the same at each run. */
export function menuPages(): MenuPage[] {
  return plans.map(pageOf)
}

/** A page by its plan; what stands on it follows from the number that it has. */
export function pageOf(plan: Plan, index: number): MenuPage {
  const random = randomOf(`menu ${index}`)
  const sections = sectionsOf(plan, random)
  const rows = sections.flatMap(({ category, items }) =>
    items.flatMap(({ name, prices }) =>
      prices.map((minor, at) => ({
        category,
        name,
        variant: plan.sizes ? (said[plan.sizes[at] ?? ''] ?? plan.sizes[at] ?? null) : null,
        minor,
      })),
    ),
  )
  return { name: `${String(index + 1).padStart(2, '0')} ${plan.kind}, ${plan.money}`, kind: plan.kind, rows, html: htmlOf(plan, sections) }
}

function sectionsOf(plan: Plan, random: () => number): Section[] {
  const money = moneys[plan.money] as Money
  const all: Dishes = plan.dishes ?? dishes
  const names = shuffled(Object.keys(all), random).slice(0, plan.columns ? 6 : 4)
  return names.map((category) => {
    const kept = shuffled(all[category] ?? [], random).slice(0, 4 + Math.floor(random() * 3))
    const items = kept.map((name) => {
      const first = money.from + Math.floor(random() * ((money.to - money.from) / money.step / 2)) * money.step
      const prices = (plan.sizes ?? ['']).map((_, at) => first + at * (1 + Math.floor(random() * 6)) * money.step * (at === 0 ? 0 : 2))
      for (let at = 1; at < prices.length; at++)
        if ((prices[at] ?? 0) <= (prices[at - 1] ?? 0)) prices[at] = (prices[at - 1] ?? 0) + money.step * 4
      const isMeat = /Chicken|Fish|Prawn|Mutton|Beef|Bacon|Pepperoni|Egg|Rogan|Paya/.test(name)
      return {
        name,
        telling: plan.tells && random() < 0.6 ? (tellings[Math.floor(random() * tellings.length)] as string) : null,
        mark: plan.marks ? (isMeat ? ('non-veg' as const) : ('veg' as const)) : null,
        prices,
      }
    })
    return { category, items }
  })
}

function written(minor: number, { before = '', after = '', decimals, comma }: Money): string {
  const whole = Math.floor(minor / 100)
  const grouped = whole >= 1000 ? `${Math.floor(whole / 1000)}${comma ? '.' : ','}${String(whole % 1000).padStart(3, '0')}` : String(whole)
  const fraction = decimals ? `${comma ? ',' : '.'}${String(minor % 100).padStart(2, '0')}` : ''
  return `${before}${grouped}${fraction}${after}`
}

function htmlOf(plan: Plan, sections: Section[]): string {
  const money = moneys[plan.money] as Money
  const mark = (kind: 'veg' | 'non-veg' | null) =>
    kind === null ? '' : plan.marks === 'word' ? (kind === 'veg' ? ' (Veg)' : ' (Non-veg)') : ''
  const sign = (kind: 'veg' | 'non-veg' | null) => (plan.marks === 'sign' && kind ? `<i class="sign ${kind}"><b></b></i>` : '')
  const heads = plan.between === undefined ? (plan.sizes ?? []) : []
  const section = ({ category, items }: Section) => `
    <section><h2><span>${plan.heading === 'capitals' ? category.toUpperCase() : category}</span>${heads.map((size) => `<u>${size}</u>`).join('')}</h2>
    ${items
      .map(({ name, telling, mark: kind, prices }, at) => {
        const amounts = prices.map((minor) => written(minor, money))
        const cells = plan.between === undefined ? amounts : [amounts.join(plan.between)]
        const said = cells.map((cell) => `<u>${cell}</u>`).join('')
        const named = plan.named?.(name, at) ?? name
        const first = plan.inline
          ? `${named}${mark(kind)} – ${written(prices[0] ?? 0, money)}`
          : `${sign(kind)}<span>${named}${mark(kind)}</span><s></s>${said}`
        return `<p>${first}</p>${telling ? `<em>${telling}</em>` : ''}`
      })
      .join('')}</section>`
  const leaders = {
    dots: 'radial-gradient(circle, #222 1.6px, transparent 2px) 0 100%/10px 6px repeat-x',
    dashes: 'repeating-linear-gradient(90deg,#222 0 8px,transparent 8px 16px) 0 100%/100% 2px no-repeat',
    none: 'none',
  }
  const size = [30, 30, 25, 20][plan.columns ?? 1] ?? 30
  return `<!doctype html><meta charset="utf-8"><style>
    *{box-sizing:border-box;margin:0} body{width:${pageWidth}px;height:${pageHeight}px;background:#fff;color:#161616;font:${size}px/1.35 '${fonts[plan.font]}'}
    main{padding:70px ${plan.columns ? 60 : 90}px;${plan.columns ? `columns:${plan.columns};column-gap:${plan.columns === 2 ? 70 : 44}px` : ''}}
    h1{font-size:54px;text-align:center;padding-top:50px}
    h2{font-size:${size * 1.3}px;display:flex;${plan.heading === 'centred' ? 'justify-content:center;' : ''}${plan.heading === 'ruled' ? 'border-bottom:3px solid #333;' : ''}margin:${plan.columns ? 22 : 30}px 0 8px}
    h2 span{flex:${plan.heading === 'centred' ? 'none' : 1}} section{break-inside:avoid}
    p{display:flex;align-items:baseline;margin-top:7px} s{flex:1;text-decoration:none;height:.8em;margin:0 12px;background:${leaders[plan.leader ?? 'none']}}
    u{text-decoration:none;${heads.length > 0 ? `width:${heads.length > 2 ? 150 : 190}px;text-align:right;font-size:${size}px` : ''}}
    em{display:block;font-size:.72em;color:#444;font-style:italic}
    .sign{width:20px;height:20px;border:3px solid;margin-right:12px;align-self:center;padding:3px}.sign b{display:block;width:8px;height:8px;border-radius:50%;background:currentColor}
    .veg{color:#0a7d28}.non-veg{color:#a3180f}
    ${plan.style ?? ''}</style><body><h1>The Banyan Table</h1><main>${sections.map(section).join('')}</main>`
}

/** How a page is spoilt on its way into a camera. */
export interface Spoiling {
  name: string
  /** Of the page. */
  transform: string
  filter: string
  /** Strength of the noise, 0 to 1. */
  noise: number
  shade: string
}

export const spoilings: Spoiling[] = [
  { name: 'skewed', transform: 'rotate(2.6deg)', filter: 'blur(.5px)', noise: 0.12, shade: 'none' },
  {
    name: 'bent',
    transform: 'perspective(2600px) rotateY(7deg) rotateX(4deg) rotate(-1.4deg)',
    filter: 'blur(.4px)',
    noise: 0.1,
    shade: 'none',
  },
  {
    name: 'low light',
    transform: 'rotate(-.8deg)',
    filter: 'brightness(.55) contrast(.75) blur(.4px)',
    noise: 0.2,
    shade: 'linear-gradient(115deg, #0000 20%, #000b)',
  },
  { name: 'noisy', transform: 'rotate(.5deg)', filter: 'contrast(.8) blur(.9px)', noise: 0.32, shade: 'radial-gradient(#0000 40%, #0007)' },
]

/** The page as a photo of it would be. */
export function spoil(html: string, { transform, filter, noise, shade }: Spoiling): string {
  const grain = encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/></filter><rect width="600" height="600" filter="url(#n)"/></svg>`,
  )
  const style = `<style>html{background:#6b6259;overflow:hidden;position:relative;width:${pageWidth}px;height:${pageHeight}px}
    body{transform:${transform} scale(.94);filter:${filter}}
    html::after{content:'';position:absolute;inset:0;background:url("data:image/svg+xml,${grain}");opacity:${noise};mix-blend-mode:hard-light}
    html::before{content:'';position:absolute;inset:0;background:${shade};z-index:2}</style>`
  return html.replace('<body>', `${style}<body>`)
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Numbers from 0 to 1 that follow from a word. */
function randomOf(word: string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${word} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
