import { type VegMark, vegMarkLabels } from '@larder/contract'
import { Tip } from '#kit/layout/tip.tsx'
import './veg-sign.css'

/** The sign that packets and menus carry: a dot in its square, a triangle for what is not vegetarian. Told by its shape too. */
export function VegSign({ mark }: { mark: VegMark }) {
  return (
    <Tip text={vegMarkLabels[mark]}>
      <svg role="img" aria-label={vegMarkLabels[mark]} className={`veg-sign ${mark}`} width={14} height={14} viewBox="0 0 14 14">
        <rect x={0.75} y={0.75} width={12.5} height={12.5} rx={2} fill="none" stroke="currentColor" strokeWidth={1.5} />
        {shapes[mark]}
      </svg>
    </Tip>
  )
}

const shapes = {
  veg: <circle cx={7} cy={7} r={3} fill="currentColor" />,
  egg: <ellipse cx={7} cy={7} rx={2.4} ry={3.2} fill="currentColor" />,
  'non-veg': <path d="M7 3.8 10.4 10H3.6Z" fill="currentColor" />,
} as const satisfies Record<VegMark, unknown>
