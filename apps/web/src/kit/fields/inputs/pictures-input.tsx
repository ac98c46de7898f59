import { Stack } from '../../layout/flow.tsx'
import type { FieldInputProps } from '../field.ts'
import { PictureInput } from './picture-input.tsx'

/** Several pictures in order, each chosen, dropped or pasted by itself; the value is the list of their ids. */
export function PicturesInput({ most, value, onChange, ...props }: FieldInputProps & { most: number }) {
  const kept: readonly unknown[] = Array.isArray(value) ? value : []
  const places = kept.length < most ? [...kept, null] : kept
  const set = (place: number) => (picture: unknown) =>
    onChange(places.map((each, at) => (at === place ? picture : each)).filter((each) => each !== null && each !== ''))
  return (
    <Stack>
      {places.map((picture, place) => (
        <PictureInput
          {...props}
          key={place}
          id={place === 0 ? props.id : `${props.id}-${place}`}
          label={place === 0 ? props.label : `${props.label} ${place + 1}`}
          value={picture}
          onChange={set(place)}
        />
      ))}
    </Stack>
  )
}
