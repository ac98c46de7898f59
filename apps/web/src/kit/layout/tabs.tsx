import MuiTab from '@mui/material/Tab'
import MuiTabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  value: string | false
  onChange: (value: string) => void
}

/** Views of one thing; what each shows is the caller's. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <MuiTabs
      value={value}
      onChange={(_event, next: string) => onChange(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={label}
      sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map((tab) => (
        <MuiTab key={tab.value} value={tab.value} label={tab.label} sx={{ minHeight: 40, py: 1 }} />
      ))}
    </MuiTabs>
  )
}
