import { IconStar, IconStarFilled } from '@tabler/icons-react'
import './stars.css'

const most = 5

/** `4 stars`; a dash where none were given. */
export function starWords(stars: number | null): string {
  if (stars === null) return '–'
  return stars === 1 ? '1 star' : `${stars} stars`
}

/** One to five stars, as they were given. */
export function Stars({ stars }: { stars: number | null }) {
  if (stars === null) return <>–</>
  return (
    <span role="img" aria-label={starWords(stars)} className="stars">
      {Array.from({ length: most }, (_, at) =>
        at < stars ? <IconStarFilled key={at} size={14} className="given" aria-hidden /> : <IconStar key={at} size={14} aria-hidden />,
      )}
    </span>
  )
}
