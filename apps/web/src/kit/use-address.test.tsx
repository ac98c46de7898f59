import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useAddress } from './use-address.ts'

function addressAt(first: string) {
  let drawn: ReturnType<typeof useAddress> | undefined
  const Shown = () => {
    drawn = useAddress()
    return null
  }
  const router = createMemoryRouter([{ path: '/list', element: <Shown /> }, { path: '/*' }], { initialEntries: [first] })
  render(<RouterProvider router={router} />)
  return { router, last: () => drawn as ReturnType<typeof useAddress> }
}

test('what was set since the page was drawn stays', async () => {
  const { router, last } = addressAt('/list?edit=new&sort=name')
  const [, whileItWasOpen] = last()
  await act(async () => last()[1]({ edit: '' }))
  await act(async () => whileItWasOpen({ q: 'Konkani' }))
  expect(router.state.location.search).toBe('?sort=name&q=Konkani')
})

test('a page that is being left stays left', async () => {
  const { router, last } = addressAt('/list')
  const leaving = Promise.withResolvers<null>()
  router.patchRoutes(null, [{ path: '/far', loader: () => leaving.promise }])
  await act(async () => void router.navigate('/far'))
  await act(async () => last()[1]({ q: 'Konkani' }))
  await act(async () => leaving.resolve(null))
  expect(router.state.location.pathname + router.state.location.search).toBe('/far')
})
