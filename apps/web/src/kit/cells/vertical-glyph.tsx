import { type Vertical, verticals } from '@larder/contract'
import { type Icon, IconApple, IconBasket, IconCake, IconFish, IconToolsKitchen2 } from '@tabler/icons-react'
import './cells.css'

const glyphs: Record<Vertical, Icon> = {
  restaurant: IconToolsKitchen2,
  grocery: IconBasket,
  fruits: IconApple,
  fish: IconFish,
  cakes: IconCake,
}

/** The small mark of a vertical, the only place of its hue; with its word beside it or as its name. */
export function VerticalGlyph({ vertical, label }: { vertical: Vertical; label?: boolean }) {
  const { hue, label: word } = verticals[vertical]
  const Glyph = glyphs[vertical]
  return (
    <span className="glyph" title={word}>
      <span style={{ background: hue }} {...(label ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word })}>
        <Glyph size={14} stroke={2} aria-hidden />
      </span>
      {label && word}
    </span>
  )
}
