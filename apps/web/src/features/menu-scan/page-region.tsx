import { type MenuScanRow, menuScanContract } from '@larder/contract'
import { useState } from 'react'
import { useFileAddress } from '#api/pictures.ts'
import { Text } from '#kit/layout/text.tsx'
import './menu-scan.css'

const ppm = 1_000_000
/** The least of a page that is shown: what lies around a row says what it is. */
const least = { width: 0.56, height: 0.09 }

/** The part of its page that a row was read from, with the row marked. */
export function PageRegion({ row }: { row: Pick<MenuScanRow, 'scanId' | 'page' | 'box'> }) {
  const address = useFileAddress(menuScanContract.page, { params: { id: row.scanId, page: row.page } })
  const [shape, setShape] = useState<number | null>(null)
  if (!address) return <div className="scan-region" aria-busy />
  const { leftPpm, topPpm, rightPpm, bottomPpm } = row.box
  const box = { left: leftPpm / ppm, top: topPpm / ppm, width: (rightPpm - leftPpm) / ppm, height: (bottomPpm - topPpm) / ppm }
  const width = Math.min(1, Math.max(least.width, box.width + 0.06))
  const height = Math.min(1, Math.max(least.height, box.height + 0.05))
  const left = Math.min(1 - width, Math.max(0, box.left + box.width / 2 - width / 2))
  const top = Math.min(1 - height, Math.max(0, box.top + box.height / 2 - height / 2))
  const share = (part: number) => `${part * 100}%`
  return (
    <figure className="scan-region" style={shape === null ? {} : { aspectRatio: `${width * shape} / ${height}` }}>
      <div className="scan-page" style={{ width: share(1 / width), transform: `translate(${share(-left)}, ${share(-top)})` }}>
        <img
          src={address}
          alt={`Page ${row.page} of the menu, where this row was read`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalWidth / naturalHeight)}
        />
        <span
          className="scan-mark"
          style={{ left: share(box.left), top: share(box.top), width: share(box.width), height: share(box.height) }}
        />
      </div>
      <figcaption>
        <Text size={12} tone="muted">
          Page {row.page}
        </Text>
      </figcaption>
    </figure>
  )
}
