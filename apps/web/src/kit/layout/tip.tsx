import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import './tip.css'

interface TipProps {
  text: string
  side?: 'below' | 'beside'
  children: ReactNode
}

/** Words on hover and focus, shown by the page's one `TipHost`. What is inside has its name without them. */
export function Tip({ text, side = 'below', children }: TipProps) {
  return (
    <span className="tipped" data-tip={text} data-side={side}>
      {children}
    </span>
  )
}

interface Shown {
  text: string
  className: string
  style: CSSProperties
}

const pauseMs = 300
const gap = 6
/** Nearer to an edge of the window than this, a tip is lined up with its element instead of centred. */
const edge = 168

/** Shows the tip of what the pointer rests on or the keyboard stands on. */
export function TipHost() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => watchTips(setShown), [])
  if (!shown) return null
  return (
    <div role="tooltip" aria-hidden className={shown.className} style={shown.style}>
      {shown.text}
    </div>
  )
}

function watchTips(show: (shown: Shown | null) => void): () => void {
  let holder: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const aimAt = (next: HTMLElement | null) => {
    if (next === holder) return
    holder = next
    clearTimeout(timer)
    show(null)
    if (next) timer = setTimeout(() => show(placed(next)), pauseMs)
  }
  const onPointer = ({ target }: Event) => aimAt(holderOf(target))
  const onFocus = ({ target }: Event) => aimAt(target instanceof Element && target.matches(':focus-visible') ? holderOf(target) : null)
  const hide = () => aimAt(null)
  const leave = new AbortController()
  const options = { signal: leave.signal, capture: true, passive: true }
  document.addEventListener('mouseover', onPointer, options)
  document.addEventListener('focusin', onFocus, options)
  for (const event of ['pointerdown', 'keydown', 'scroll', 'focusout']) document.addEventListener(event, hide, options)
  return () => {
    leave.abort()
    clearTimeout(timer)
  }
}

function holderOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}

function placed(holder: HTMLElement): Shown | null {
  const box = holder.firstElementChild?.getBoundingClientRect()
  const text = holder.dataset.tip
  if (!box || !text) return null
  if (holder.dataset.side === 'beside')
    return { text, className: 'tip beside', style: { left: box.right + gap, top: box.top + box.height / 2 } }
  const middle = box.left + box.width / 2
  const top = box.bottom + gap
  if (middle < edge) return { text, className: 'tip', style: { top, left: box.left } }
  if (middle > innerWidth - edge) return { text, className: 'tip', style: { top, right: innerWidth - box.right } }
  return { text, className: 'tip middle', style: { top, left: middle } }
}
