import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { openPage } from './steps/open-page.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

type Size = { width: number; height: number }

/** Like a photo: neighbouring pixels are alike, but not the same. Blown up from a small one, because noise of 48 Mpx takes seconds. */
async function photo({ width, height }: Size) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const small = sharp({ create: { width: 640, height: 480, channels: 3, background: '#b3261a', noise } })
  const pixels = await small.png().toBuffer()
  return sharp(pixels as never).resize({ width, height, fit: 'fill', kernel: 'nearest' })
}

const clear = (size: Size) =>
  sharp({ create: { ...size, channels: 4, background: '#1b6b4580' } })
    .png()
    .toBuffer()
const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const jpegOf = async (size: Size, quality = 80) => (await photo(size)).jpeg({ quality }).toBuffer()

type SentImage = Size & { type: string; isClear: boolean }

/** Notes in the page what it sends of each image: Playwright does not see the files of a form. */
async function watchSentImages(page: Page) {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    const sent: Promise<object>[] = []
    Object.assign(globalThis, { sentImages: sent })
    const describe = async (file: File) => {
      const bitmap = await createImageBitmap(file)
      const { width, height } = bitmap
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const isClear = context?.getImageData(0, 0, 1, 1).data[3] !== 255
      return { width, height, type: file.type, isClear }
    }
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        for (const file of body.values()) if (file instanceof File) sent.push(describe(file))
      return send.call(this, body)
    }
  })
  return () =>
    page.evaluate(() => Promise.all((globalThis as unknown as { sentImages: Promise<SentImage>[] }).sentImages))
}

const picker = (page: Page) => page.getByLabel('Foto de perfil', { exact: true })

async function openProfile(page: Page, backend: Parameters<typeof createSignedInUser>[0]) {
  await signInAs(page, await createSignedInUser(backend, { name: 'Joana Prado' }))
  await openPage(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Meu Perfil' })).toBeVisible()
}

test.describe('a photo is stored', () => {
  const cases: [name: string, create: () => Promise<ReturnType<typeof fileOf>>, sent: Partial<SentImage>][] = [
    [
      'of 48 megapixels, upright',
      async () => {
        const image = (await photo({ width: 8064, height: 6048 })).withMetadata({ orientation: 6 })
        return fileOf('foto.jpg', 'image/jpeg', await image.jpeg({ quality: 50 }).toBuffer())
      },
      { type: 'image/jpeg', width: 1536, height: 2048 },
    ],
    [
      'of more than 5 MB',
      async () =>
        fileOf(
          'foto.jpg',
          'image/jpeg',
          Buffer.concat([await jpegOf({ width: 4032, height: 3024 }), Buffer.alloc(12_000_000)]),
        ),
      { type: 'image/jpeg', width: 2048, height: 1536 },
    ],
    [
      'that is a panorama',
      async () => fileOf('foto.jpg', 'image/jpeg', await jpegOf({ width: 12_000, height: 800 })),
      { type: 'image/jpeg', width: 2048, height: 137 },
    ],
    [
      'in AVIF of 3840 × 2160',
      async () =>
        fileOf(
          'foto.avif',
          'image/avif',
          await (await photo({ width: 3840, height: 2160 })).avif({ effort: 0 }).toBuffer(),
        ),
      { type: 'image/jpeg', width: 2048, height: 1152 },
    ],
    [
      'with transparency, which it keeps',
      async () => fileOf('logo.png', 'image/png', await clear({ width: 3000, height: 3000 })),
      { type: 'image/png', width: 2048, height: 2048, isClear: true },
    ],
    [
      'that is a small GIF, as it is',
      async () =>
        fileOf('foto.gif', 'image/gif', await (await photo({ width: 640, height: 480 })).gif({ effort: 1 }).toBuffer()),
      { type: 'image/gif', width: 640, height: 480 },
    ],
    [
      'that calls itself image/jpg',
      async () => fileOf('foto.jpg', 'image/jpg', await jpegOf({ width: 640, height: 480 })),
      { type: 'image/jpg', width: 640, height: 480 },
    ],
    [
      'of more than 5 MB without its last bytes',
      async () => {
        const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
        const image = sharp({ create: { width: 3000, height: 2400, channels: 3, background: '#fff', noise } })
        return fileOf('foto.jpg', 'image/jpeg', (await image.jpeg({ quality: 90 }).toBuffer()).subarray(0, -2))
      },
      { type: 'image/jpeg', width: 2048, height: 1638 },
    ],
  ]
  for (const [name, create, sent] of cases)
    test(name, async ({ page, backend }) => {
      const sentImages = await watchSentImages(page)
      await openProfile(page, backend)
      await picker(page).setInputFiles(await create())
      await expect(page.getByText('Foto de perfil atualizada com sucesso!')).toBeVisible()
      expect(await sentImages()).toEqual([expect.objectContaining(sent)])
    })
})

test('a photo of which a part is missing is refused', async ({ page, backend }) => {
  await openProfile(page, backend)
  const whole = await jpegOf({ width: 4032, height: 3024 }, 95)
  await picker(page).setInputFiles(fileOf('foto.jpg', 'image/jpeg', whole.subarray(0, whole.length / 2)))
  await expect(page.getByText('Por favor, selecione um arquivo de imagem válido.', { exact: true })).toBeVisible()
})

test('HEIC by the name of a JPEG is called by its name, with what to do', async ({ page, backend }) => {
  await openProfile(page, backend)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await picker(page).setInputFiles(fileOf('foto.jpg', 'image/jpeg', heic))
  const refused = page.getByRole('alert').filter({ hasText: 'Por favor, selecione um arquivo de imagem válido.' })
  await expect(refused).toContainText('Esta foto é HEIC. No iPhone, escolha Ajustes › Câmera › Formatos')
})

test('of several files the ones that are refused are named [5.15]', async ({ page, backend }) => {
  const { barber, first } = await openBarbershopsWithPlan(backend, 'professional')
  await signInAs(page, barber)
  await openPage(page, `/barber/schedule?barbeiro=${first.barberId}`)
  await page.getByRole('button', { name: 'Fotos e Instagram' }).click()
  const editing = page.getByRole('dialog', { name: `Trabalhos de ${barber.user.name}` })
  await editing
    .getByLabel('Adicionar fotos: arquivo')
    .setInputFiles([
      fileOf('preços.txt', 'text/plain', Buffer.from('x')),
      fileOf('corte.jpg', 'image/jpeg', await jpegOf({ width: 8064, height: 6048 }, 20)),
      fileOf('quebrada.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1)),
    ])
  await expect(editing.getByText('1 de 30 fotos')).toBeVisible()
  const refused = editing.getByRole('alert').getByRole('paragraph')
  await expect(refused).toHaveText([
    'preços.txt: Por favor, selecione um arquivo de imagem válido.',
    'quebrada.jpg: A imagem deve ter no máximo 5MB.',
  ])
})
