import { whyWeak } from '#kit/access/password-strength.ts'
import type { Services } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'

interface Person {
  name: string
  email: string
  phone: string | null
}

/** Goes on unless the password that a person chooses is easily guessed, by what others know of them too; else 422 on its field. */
export async function refuseWeak(services: Services, { name, email, phone }: Person, chosen: Record<string, string>): Promise<void> {
  const about = [name, email, phone ?? '', 'Larder', await readSetting(services, 'installation.name')]
  for (const [field, password] of Object.entries(chosen)) {
    const because = await whyWeak(password, about)
    if (because) invalid({ [field]: because })
  }
}
