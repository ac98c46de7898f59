import type { FeedbackAbout, FeedbackKind } from '@larder/contract'

interface Said {
  about: FeedbackAbout
  kind: FeedbackKind
  stars: number | null
  tags: readonly string[]
  text: string
}

/** What customers say of the app, a store or a rider, with the tags that the desk gives it. */
export const feedbackTexts: readonly Said[] = [
  { about: 'app', kind: 'complaint', stars: 2, tags: ['app-fault'], text: 'The basket was empty again after I turned the phone.' },
  {
    about: 'store',
    kind: 'complaint',
    stars: 1,
    tags: ['food-quality', 'packing'],
    text: 'The fish curry had leaked through the whole bag.',
  },
  {
    about: 'rider',
    kind: 'praise',
    stars: 5,
    tags: ['rider-manner'],
    text: 'He waited in the rain until my mother had found the gate key.',
  },
  { about: 'app', kind: 'suggestion', stars: null, tags: ['app-search'], text: 'Let me search for karimeen in all stores at once.' },
  { about: 'store', kind: 'praise', stars: 5, tags: ['food-quality'], text: 'The appam were still soft, thank you.' },
  { about: 'rider', kind: 'complaint', stars: 2, tags: ['delivery-time'], text: 'The rider stood at the junction for twenty minutes.' },
  { about: 'app', kind: 'question', stars: null, tags: ['payment'], text: 'When does a refund to UPI arrive?' },
  { about: 'store', kind: 'suggestion', stars: 4, tags: ['menu-range'], text: 'Please sell half portions of the mandi on weekdays.' },
  { about: 'store', kind: 'complaint', stars: 2, tags: ['price'], text: 'The bananas cost ten rupees more than in the shop.' },
  { about: 'app', kind: 'praise', stars: 5, tags: [], text: 'Ordering for my parents from abroad works so well.' },
  {
    about: 'rider',
    kind: 'complaint',
    stars: 3,
    tags: ['rider-manner', 'delivery-time'],
    text: 'He called three times although the pin was right.',
  },
  {
    about: 'app',
    kind: 'complaint',
    stars: 1,
    tags: ['app-fault', 'payment'],
    text: 'It said that the payment failed, and the bank took it.',
  },
  { about: 'store', kind: 'question', stars: null, tags: ['menu-range'], text: 'Is the sambar made without garlic?' },
  { about: 'store', kind: 'praise', stars: 4, tags: ['packing'], text: 'Paper instead of plastic, more of that.' },
]

/** How the desk answers. */
export const feedbackAnswers = [
  'Thank you for telling us. We have passed it on and look into it.',
  'We are sorry for that. It should not have happened, and the store knows of it.',
  'Thank you for the kind words. We have told them.',
] as const
