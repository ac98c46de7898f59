import { Text } from '#kit/layout/text.tsx'
import { Tip } from '#kit/layout/tip.tsx'
import type { Age } from './age.ts'
import './board.css'

const size = 40
const radius = 17
const length = 2 * Math.PI * radius

/** A number inside a ring that closes as time runs out, its unit and direction below it; the colour never stands alone. */
export function AgeRing({ age }: { age: Age }) {
  return (
    <Tip text={age.words} byTouch>
      <div role="img" aria-label={age.words} className={age.tone === 'bad' ? 'age late' : 'age'}>
        <div className="age-ring" style={{ width: size, height: size, color: `var(--${age.tone})` }}>
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
          <span aria-hidden>{age.figure}</span>
        </div>
        <Text size={12} tone={age.tone === 'bad' ? 'bad' : 'muted'}>
          {age.direction}
        </Text>
      </div>
    </Tip>
  )
}
