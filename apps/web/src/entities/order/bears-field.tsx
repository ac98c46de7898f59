import type { BearerShares } from '@larder/contract'
import { customField } from '#kit/fields/fields.tsx'
import { soon } from '#kit/lazily.tsx'

const BearersInput = soon(() => import('./bearers-input.tsx').then((module) => module.BearersInput))

/** Who bears what goes back or is given, in percent. */
export const bearsField = customField<'bears', BearerShares>('bears', {
  label: 'Who bears it',
  help: 'In percent, together 100. Empty: whoever the reason names.',
  input: (props) => <BearersInput {...props} />,
  show: (value) =>
    value
      ? Object.entries(value)
          .map(([bearer, share]) => `${bearer} ${share} %`)
          .join(', ')
      : 'as the reason says',
  isWhole: true,
})
