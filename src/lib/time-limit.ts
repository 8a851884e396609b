/** The value, unless it takes too long. @throws Error with the message after `ms`; the work itself goes on */
export async function inTime<T>(value: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
