import { Box } from '#kit/layout/box.ts'
import { Tip } from '#kit/layout/tip.tsx'
import type { Age } from './age.ts'

const size = 40
const radius = 17
const length = 2 * Math.PI * radius
const colours = { accent: 'primary.main', warning: 'warning.main', bad: 'error.main' } as const

/** Minutes inside a ring that closes as time runs out; its colour never stands alone. */
export function AgeRing({ age }: { age: Age }) {
  return (
    <Tip text={age.words}>
      <Box
        role="img"
        aria-label={age.words}
        sx={{ position: 'relative', width: size, height: size, flexShrink: 0, color: colours[age.tone] }}
      >
        <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden>
          <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="currentColor" strokeOpacity={0.2} strokeWidth={3} />
          <circle
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth={3}
            strokeLinecap="round"
            strokeDasharray={length}
            strokeDashoffset={length * (1 - age.used)}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        </svg>
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            placeItems: 'center',
            fontSize: 12,
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            color: 'text.primary',
          }}
        >
          {Math.abs(age.minutes) > 99 ? '99+' : age.minutes}
        </Box>
      </Box>
    </Tip>
  )
}
