/** What customers write on an order. */
export const orderNotes = [
  'Less spicy please',
  'Extra chutney',
  'No onion',
  'Please send exact change',
  'Call when you reach the gate',
  'It is a gift, no bill inside',
  'Pack the curry separately',
  'No plastic cutlery',
  'Ripe ones for today',
  'Clean the fish well',
]

/** What customers write of an order, by its stars. */
export const reviewTexts: Record<number, readonly string[]> = {
  5: [
    'Hot and on time, the biryani was perfect.',
    'Best porotta and beef in town.',
    'Very fresh, packed with care.',
    'Rider was polite and quick.',
    'Cake looked exactly like the photo, kids loved it.',
    'Fish was cleaned well, no smell at all.',
  ],
  4: [
    'Good taste, portion could be bigger.',
    'Fresh vegetables, one tomato was soft.',
    'Nice food, ten minutes late.',
    'Good, but too much plastic.',
  ],
  3: ['Average. The curry was watery.', 'Came late and lukewarm.', 'Bananas were too raw to eat today.', 'Okay for the price.'],
  2: ['Half the gravy was spilled in the bag.', 'Wrong item, had to call twice.', 'Cold porotta, hard as paper.'],
  1: [
    'Never came on time, food was cold.',
    'Fish was not fresh at all.',
    'Message on the cake was spelled wrong.',
    'Missing items and nobody answers.',
  ],
}
export const reviewTags = {
  good: ['Tasty', 'Fresh', 'Well packed', 'On time', 'Good portion', 'Polite rider'],
  bad: ['Late', 'Cold', 'Spilled', 'Wrong item', 'Small portion', 'Not fresh'],
} as const
