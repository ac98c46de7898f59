import { type Vertical, verticals } from '@larder/contract'
import Box from '@mui/material/Box'
import { type Icon, IconApple, IconBasket, IconCake, IconFish, IconToolsKitchen2 } from '@tabler/icons-react'

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
    <Box component="span" title={word} sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, verticalAlign: 'middle' }}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', p: '3px', borderRadius: 0.5, color: '#fff', bgcolor: hue, flexShrink: 0 }}
        {...(label ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word })}
      >
        <Glyph size={14} stroke={2} aria-hidden />
      </Box>
      {label && word}
    </Box>
  )
}
