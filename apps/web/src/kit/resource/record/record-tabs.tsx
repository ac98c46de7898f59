import { Tabs } from '../../layout/tabs.tsx'

export type RecordSide = 'record' | 'history'

/** The two sides of a record in a dialog: what it is, and who changed it. */
export function RecordTabs({ label, side, onSide }: { label: string; side: RecordSide; onSide: (side: RecordSide) => void }) {
  const tabs: { value: RecordSide; label: string }[] = [
    { value: 'record', label },
    { value: 'history', label: 'History' },
  ]
  return <Tabs label={label} tabs={tabs} value={side} onChange={(value) => onSide(value as RecordSide)} />
}
