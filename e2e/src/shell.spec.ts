import { expect, test } from './journey.ts'

test('an unknown path is not found, and Go Back goes back one step', async ({ signedIn }) => {
  const page = await signedIn('admin', '/store/list')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(page).toHaveTitle(/^Not found · |^\(\d+\) Not found · /)
  await page.getByRole('button', { name: 'Go Back', exact: true }).click()
  await expect(page).toHaveURL(/\/store\/list$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Stores' })).toBeVisible()
})

test('Back from a page that was opened by its address leads to what was before, though the address was led on', async ({ signedIn }) => {
  const page = await signedIn('admin', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [address, leadsTo] of [
    ['/order/grocery/view', /view\?from=today$/],
    ['/', /\/dashboard$/],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(leadsTo)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/profile$/)
  }
})

test('a page shows a progress bar while it loads, its title, and starts at the top', async ({ signedIn }) => {
  const page = await signedIn('admin', '/dashboard', { viewport: { width: 1440, height: 400 } })
  await expect(page).toHaveTitle(/(^|\) )Dashboard · /)
  await expect(page.getByRole('list', { name: 'Newest orders' })).toBeVisible()
  await expect(page.getByRole('tab', { selected: true }).last()).toBeAttached()
  expect(await page.evaluate(() => window.scrollY), 'a page that is opened by its address').toBe(0)
  await page.evaluate(() => {
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    const asked: unknown[] = []
    const scrollTo = window.scrollTo.bind(window)
    window.scrollTo = ((options: ScrollToOptions) => {
      asked.push(options)
      scrollTo(options)
    }) as typeof window.scrollTo
    Object.assign(window, { asked })
  })
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  // A slow machine draws the next, shorter page while the scroll is on its way.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })

  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/assets\/crates[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: 'Pages' })
  await menu.getByRole('button', { name: 'Settings' }).click()
  await menu.getByRole('link', { name: 'Crates' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  release()
  // A sixth of a machine that does others beside.
  await expect(page.getByRole('heading', { level: 1, name: 'Crates' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  await expect(page).toHaveTitle(/(^|\) )Crates · /)
  expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toContainEqual({ top: 0, behavior: 'smooth' })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('the theme does what it says and is kept', async ({ newcomer }) => {
  const open = await newcomer()
  const page = await open('/settings/cusins', { colorScheme: 'light' })
  const look = () =>
    page.evaluate(() => {
      const { backgroundColor, fontFamily } = getComputedStyle(document.body)
      const paper = document.querySelector('main .surface')
      return { backgroundColor, fontFamily, radius: paper && getComputedStyle(paper).borderRadius }
    })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await look()).toEqual({ backgroundColor: 'rgb(246, 247, 249)', fontFamily: expect.stringMatching(/^"?Roboto/), radius: '12px' })

  await page.getByRole('button', { name: 'Theme' }).click()
  const panel = page.getByRole('dialog', { name: 'Theme' })
  await panel.getByRole('button', { name: 'Dark' }).click()
  await panel.getByRole('button', { name: 'Verdana' }).click()
  await panel.getByRole('slider').press('Home')
  await panel.getByRole('slider').press('ArrowRight')
  await panel.getByRole('button', { name: 'Narrow' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  const changed = { backgroundColor: 'rgb(14, 17, 22)', fontFamily: expect.stringMatching(/^Verdana/), radius: '2px' }
  await expect.poll(look).toEqual(changed)
  const aside = page.getByRole('complementary', { name: 'Menu' })
  await expect.poll(async () => (await aside.boundingBox())?.width).toBe(72)

  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(look).toEqual(changed)
  await page.getByRole('button', { name: 'Theme' }).click()
  await panel.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect.poll(async () => (await look()).radius).toBe('12px')
})
