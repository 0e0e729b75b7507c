import type { Words } from '../lib/model'

export const words = {
  first: { zh: '第一局前要下载 {mb} MB，之后断网也能玩。', en: 'Your first game downloads {mb} MB. After that you can play offline.' },
  firstUnknown: { zh: '第一局前要下载几 MB，之后断网也能玩。', en: 'Your first game downloads a few MB. After that you can play offline.' },
  fetch: { zh: '现在下载', en: 'Download now' },
  fetching: { zh: '正在下载：{done} / {mb} MB', en: 'Downloading: {done} of {mb} MB' },
  starting: { zh: '正在准备牌桌…', en: 'Getting the table ready…' },
  ready: { zh: '断网也能玩了，牌局保存在这台设备上。', en: 'Ready to play offline. Games are kept on this device.' },
  failed: { zh: '没下载完。请检查网络后再试。', en: 'The download didn’t finish. Check your connection and try again.' },
  again: { zh: '再试一次', en: 'Try again' },
  forbidden: {
    zh: '浏览器不让保存（可能是无痕窗口）。牌局可以继续，关掉页面就没有了。',
    en: 'This browser won’t save anything here (a private window?). You can play on, but the game is lost when you close the page.',
  },
  full: {
    zh: '浏览器的空间满了。牌局可以继续，但从现在起不再保存。',
    en: 'The browser’s storage is full. You can play on, but nothing is saved from now on.',
  },
  strength: { zh: '在本机，每局比“普通”多得 {list}', en: 'On this device, per deal against Normal: {list}' },
  strengthOf: { zh: '{game} {points} ± {error} 分', en: '{game} {points} ± {error}' },
  where: { zh: '在哪里玩', en: 'Where to play' },
  onServer: { zh: '在服务器上', en: 'On the server' },
  onDevice: { zh: '在本机与电脑对局', en: 'Against the computer, on this device' },
  gone: {
    zh: '连不上服务器。不用等，可以先在本机与电脑对局。',
    en: 'The server can’t be reached. You can play against the computer on this device meanwhile.',
  },
  goneHere: { zh: '连不上服务器，在本机照样能玩。', en: 'The server can’t be reached; games on this device go on.' },
  understood: { zh: '知道了', en: 'OK' },
  update: { zh: '有新版本。没打完的牌局会保留。', en: 'A new version is ready. Unfinished games are kept.' },
  updateNow: { zh: '更新', en: 'Update' },
  later: { zh: '以后', en: 'Later' },
} as const satisfies Record<string, Words>
