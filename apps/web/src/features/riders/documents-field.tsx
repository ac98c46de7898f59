import { type RiderDocument, riderDocumentKindLabels } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { StatusChip, type StatusStyle } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { dayField, textField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { soon } from '#kit/lazily.tsx'
import { useToday } from '#kit/use-now.ts'

/** "Driving licence KL07 2019, ends Jan 5, 2027". */
function wordsOf({ kind, documentNumber, expiresOn }: RiderDocument): string {
  return `${riderDocumentKindLabels[kind]} ${documentNumber}${expiresOn ? `, ends ${format().day(expiresOn)}` : ''}`
}

const PapersNeeded = soon(() => import('./papers-needed.tsx').then((module) => module.PapersNeeded))

const lines = linesField<'documents', RiderDocument>('documents', {
  label: 'Documents',
  line: 'document',
  isUnordered: true,
  fields: [
    selectField('kind', { options: optionsOf(riderDocumentKindLabels) }),
    textField('documentNumber', { label: 'Number' }),
    dayField('expiresOn', { label: 'Ends on' }),
    pictureField('imageId', { label: 'Picture' }),
  ],
  blank: () => ({ kind: null, documentNumber: '', expiresOn: null, imageId: null }),
  words: wordsOf,
})

/** A rider's papers, beside those that their vehicle takes. */
export const documentsField: typeof lines = {
  ...lines,
  input: (props) => (
    <Stack gap={3}>
      <PapersNeeded />
      {lines.input(props)}
    </Stack>
  ),
}

const soonDays = 30
const dayMs = 86_400_000

/** How a paper stands on a day: gone, ending soon, or good. */
function endingStyle(expiresOn: string | null, today: string): StatusStyle {
  if (expiresOn === null) return { label: 'Does not end' }
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / dayMs)
  if (days < 0) return { label: 'Ended', tone: 'bad' }
  if (days > soonDays) return { label: format().day(expiresOn) }
  return { label: days === 0 ? 'Ends today' : `Ends in ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'warning' }
}

/** When a paper ends, as far as somebody has to look at it: by the day where they are, as whoever blocks for it reckons. */
export function Ending({ expiresOn }: { expiresOn: string | null }) {
  const today = useToday(useZone())
  return <StatusChip style={endingStyle(expiresOn, today)} />
}
