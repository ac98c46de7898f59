import { type Item, itemContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** Everything because of which an item cannot be ordered now, as the engine of quotes judges it. */
export function ItemObstacles({ item }: { item: Item }) {
  const read = useRead(itemContract.obstacles, { params: { id: item.id } })
  return (
    <Loading read={read}>
      {({ obstacles }) =>
        obstacles.length === 0 ? (
          <Text as="p">It can be ordered now.</Text>
        ) : (
          <Stack gap={1}>
            {obstacles.map(({ code, message }) => (
              <Text as="p" key={code + message}>
                {message}
              </Text>
            ))}
          </Stack>
        )
      }
    </Loading>
  )
}
