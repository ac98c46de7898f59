let early = ''

/** What was typed before the palette's code had come. */
export const typedEarly = (): string => early
/** It is in the palette now. */
export function forgetEarly(): void {
  early = ''
}

/** Stands where the palette will, and hears what is typed meanwhile: none of it acts on the page. */
export function EarlyInput() {
  return (
    <div role="dialog" aria-label="Search and go anywhere" aria-busy="true" className="unseen">
      <input
        aria-label="Search and go anywhere"
        ref={(element) => element?.focus()}
        onChange={({ target }) => {
          early = target.value
        }}
      />
    </div>
  )
}
