import { type CSSProperties, useEffect, useState } from 'react'
import './tip.css'

interface Shown {
  text: string
  className: string
  style: CSSProperties
}

const pauseMs = 300
const holdMs = 500
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
  // A finger that rests on what is cut reads it, and lifting it does nothing more; one that is lifted at once does what it came for.
  let isHeld = false
  const onTouch = ({ pointerType, target }: PointerEvent) => {
    isHeld = false
    const told = pointerType === 'touch' ? toldByTouch(target) : null
    aimAt(told)
    if (!told) return
    clearTimeout(timer)
    if (told.dataset.tip && !told.closest('[data-row]')) return show(placed(told))
    timer = setTimeout(() => {
      isHeld = true
      show(placed(told))
    }, holdMs)
  }
  const onLift = () => {
    if (!isHeld) clearTimeout(timer)
  }
  const onClick = (event: Event) => {
    if (!isHeld) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  // A focus that comes back as a dialog closes is none that somebody moved there to read what it says.
  let isMoved = true
  const onEnd = (event: Event) => {
    if (event.type !== 'focusout') isMoved = event instanceof KeyboardEvent && !pressing.has(event.key)
    hide()
  }
  const onFocus = ({ target }: Event) => {
    const next = holderOf(target)
    // What a tap has shown stays when the tap moves the focus there.
    if (next !== null && next === holder) return
    aimAt(isMoved && target instanceof Element && target.matches(':focus-visible') ? next : null)
  }
  const hide = () => aimAt(null)
  const aimAtFocus = () => {
    const focused = document.activeElement
    if (focused?.matches(':focus-visible')) aimAt(holderOf(focused))
  }
  // Tabbing to what is out of sight scrolls to it: the tip comes where the element then is.
  const onScroll = () => {
    hide()
    aimAtFocus()
  }
  // Whoever was quicker than this code is there already.
  aimAt(holderOf([...document.querySelectorAll(':hover')].at(-1) ?? null))
  aimAtFocus()
  const leave = new AbortController()
  const options = { signal: leave.signal, capture: true, passive: true }
  document.addEventListener('mouseover', onPointer, options)
  document.addEventListener('focusin', onFocus, options)
  for (const event of ['pointerdown', 'keydown', 'focusout']) document.addEventListener(event, onEnd, options)
  document.addEventListener('scroll', onScroll, options)
  document.addEventListener('pointerdown', onTouch, options)
  document.addEventListener('pointerup', onLift, options)
  document.addEventListener('click', onClick, { signal: leave.signal, capture: true })
  return () => {
    leave.abort()
    clearTimeout(timer)
  }
}

/** Keys that press what has the focus, or close what lies over it. */
const pressing: ReadonlySet<string> = new Set(['Enter', ' ', 'Escape'])

function holderOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? cutOf(target)) : null
}

/** What a finger reads: a tip that is meant for it, or what is cut. */
function toldByTouch(target: EventTarget | null): HTMLElement | null {
  return (target instanceof Element ? target.closest<HTMLElement>('[data-touch]') : null) ?? cutOf(target)
}

/** The cell that shows less than it holds; where the keyboard stands on a whole row, the row. */
function cutOf(target: EventTarget | null): HTMLElement | null {
  const holder = target instanceof HTMLElement && (target.dataset.row ? target : target.closest<HTMLElement>('[data-cut]'))
  return holder && wordsOf(holder) ? holder : null
}

/** What a tip says: its words, or what its element shows only a part of; of a row both, since the keyboard reaches no further. */
function wordsOf(holder: HTMLElement): string {
  if (holder.dataset.tip) return holder.dataset.tip
  const isRow = holder.dataset.cut === undefined
  const cells = isRow ? [...holder.querySelectorAll<HTMLElement>('[data-cut]')] : [holder]
  const cut = cells.filter(isCut).map((cell) => cell.dataset.cut || cell.innerText.trim())
  const tips = isRow ? [...holder.querySelectorAll<HTMLElement>('[data-touch]')].map(({ dataset }) => dataset.tip) : []
  return [...cut, ...tips].join(' · ')
}

function isCut(element: HTMLElement): boolean {
  return [element, ...element.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  )
}

function placed(holder: HTMLElement): Shown | null {
  const box = (holder.matches('.tipped') ? holder.firstElementChild : holder)?.getBoundingClientRect()
  const text = wordsOf(holder)
  if (!box || !text) return null
  if (holder.dataset.side === 'beside')
    return { text, className: 'tip beside', style: { left: box.right + gap, top: box.top + box.height / 2 } }
  const middle = box.left + box.width / 2
  const top = box.bottom + gap
  if (middle < edge) return { text, className: 'tip', style: { top, left: box.left } }
  if (middle > innerWidth - edge) return { text, className: 'tip', style: { top, right: innerWidth - box.right } }
  return { text, className: 'tip middle', style: { top, left: middle } }
}
