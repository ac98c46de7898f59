import { type Input, orderLoadContract, type RushOn, verticals } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Those of the stores that a board would be of. */
export function RushesAt({ query }: Input<typeof orderLoadContract.load>) {
  const { data } = useRead(orderLoadContract.load, { query })
  return data && data.rushes.length > 0 && <RushNotice rushes={data.rushes} />
}

/** The rushes that are on: where, how many minutes more they give stores, and when each ends. */
export function RushNotice({ rushes }: { rushes: readonly RushOn[] }) {
  return (
    <Stack gap={1} role="list" aria-label="Rush mode">
      {rushes.map((rush) => (
        <Row key={rush.id} role="listitem">
          <Text size={13} tone="warning">
            Rush mode in{' '}
            <PlaceLink entity="rush-mode" id={rush.id}>
              {placeOf(rush)}
            </PlaceLink>
            : {format().number(rush.extraMinutes)} more minutes of preparation. Ends <When at={rush.endsAt} />.
          </Text>
        </Row>
      ))}
    </Stack>
  )
}

function placeOf({ branch, area, vertical }: RushOn): string {
  return [area?.name ?? branch.name, ...(vertical ? [verticals[vertical].label] : [])].join(', ')
}
