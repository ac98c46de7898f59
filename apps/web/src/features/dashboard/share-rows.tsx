import type { ReactNode } from 'react'
import { Box } from '#kit/layout/box.ts'
import { Text } from '#kit/layout/text.tsx'

interface ShareRow {
  key: string
  name: ReactNode
  orders: ReactNode
  gross: string
  /** What the bar behind the row measures. */
  share: number
}

const cell = { px: 4, py: 2, borderTop: 1, borderColor: 'divider', textAlign: 'right', whiteSpace: 'nowrap' } as const

/** Names with orders and value; a bar under each says how they compare. */
export function ShareRows({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  const most = Math.max(1, ...rows.map(({ share }) => share))
  if (rows.length === 0) {
    return (
      <Box sx={{ px: 4, pb: 4 }}>
        <Text tone="muted">No orders yet today.</Text>
      </Box>
    )
  }
  return (
    <Box
      component="table"
      aria-label={label}
      sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13, fontVariantNumeric: 'tabular-nums' }}
    >
      <thead>
        <tr>
          {['Name', 'Orders', 'Value'].map((head, index) => (
            <Box
              key={head}
              component="th"
              scope="col"
              sx={{ px: 4, py: 1, fontSize: 12, fontWeight: 500, color: 'text.secondary', textAlign: index === 0 ? 'left' : 'right' }}
            >
              {head}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, orders, gross, share }) => (
          <tr key={key}>
            <Box component="td" sx={{ ...cell, textAlign: 'left', whiteSpace: 'normal', width: '99%' }}>
              {name}
              <Box
                aria-hidden
                sx={{
                  mt: 1,
                  height: 3,
                  borderRadius: 1,
                  bgcolor: 'primary.main',
                  opacity: 0.7,
                  width: `${(share / most) * 100}%`,
                  minWidth: 2,
                }}
              />
            </Box>
            <Box component="td" sx={cell}>
              {orders}
            </Box>
            <Box component="td" sx={cell}>
              {gross}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
