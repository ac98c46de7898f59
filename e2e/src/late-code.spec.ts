import { expect, forgetAbsence, test } from './journey.ts'

test('code and styles that did not come while a page began come by themselves: it is live, and what opens later looks as it should', async ({
  signedIn,
  complaints,
}) => {
  const page = await signedIn('admin', '/profile')
  let isAway = true
  const missed = new Set<string>()
  await page.route(/\/assets\/(realtime|selection-bar)-/, (route) => {
    if (!isAway) return route.continue()
    missed.add(new URL(route.request().url()).pathname.replace(/-[^.]*/, ''))
    return route.abort('internetdisconnected')
  })
  await page.goto('/order/view?view=all')
  await expect.poll(() => [...missed].sort()).toEqual(expect.arrayContaining(['/assets/realtime.js', '/assets/selection.css']))
  isAway = false
  await expect(page.locator('[data-connection=connected]')).toBeVisible()
  await page.locator('[data-row]').first().getByRole('checkbox').check()
  await expect(page.locator('.selection')).toHaveCSS('position', 'fixed')
  forgetAbsence(complaints)
})
