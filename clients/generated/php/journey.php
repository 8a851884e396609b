<?php

// Signs in and manages a user with the client that openapi-generator's php generator makes.

declare(strict_types=1);

use OpenAPI\Client\Api\AuthenticationApi;
use OpenAPI\Client\Api\DefinitionsApi;
use OpenAPI\Client\Api\UsersApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\LoginRequest;
use OpenAPI\Client\Model\StaleFailureEnvelopeData;
use OpenAPI\Client\Model\StoreUserRequest;
use OpenAPI\Client\Model\UpdateUserRequest;
use OpenAPI\Client\ObjectSerializer;

// Debian's packages; in your project, Composer installs them
require '/usr/share/php/GuzzleHttp/autoload.php';
$lib = __DIR__ . '/client/lib';
spl_autoload_register(function (string $class) use ($lib): void {
    if (str_starts_with($class, 'OpenAPI\\Client\\')) {
        require $lib . '/' . str_replace('\\', '/', substr($class, 15)) . '.php';
    }
});
set_error_handler(function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

function check(bool $passed, string $what, mixed $found = null): void
{
    if (!$passed) {
        echo "Failed: $what. Found: ", print_r($found, true), "\n";
        exit(1);
    }
    echo "  ✓ $what\n";
}

function failureOf(callable $call): ApiException
{
    try {
        $call();
    } catch (ApiException $failure) {
        return $failure;
    }
    throw new LogicException('The call must fail.');
}

$files = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($lib, FilesystemIterator::SKIP_DOTS)) as $file) {
    require_once $file;
    $files++;
}
check($files > 200, "compiles $files files");

$configuration = (new Configuration())->setHost(getenv('AUTHDOCK_URL'));
$authentication = new AuthenticationApi(null, $configuration);
$users = new UsersApi(null, $configuration);
$credentials = ['email' => getenv('AUTHDOCK_OWNER_EMAIL'), 'password' => getenv('AUTHDOCK_PASSWORD')];
$login = $authentication->authLogin(new LoginRequest($credentials))->getData();
// one class has the fields of all three answers
check($login->getRequiresTwoFactor() === null && is_string($login->getToken()), 'signs in', $login);
$configuration->setAccessToken($login->getToken());

$definitions = (new DefinitionsApi(null, $configuration))->definitionsIndex(['userStatus', 'yesNo'])->getData();
check(count($definitions) === 2, 'reads two definitions', $definitions);

$emails = [];
$cursor = null;
do {
    $page = $users->usersIndex(filter_search: 'php@example', sort: 'email', per_page: 2, cursor: $cursor);
    foreach ($page->getData()->getItems() as $user) {
        $emails[] = $user->getEmail();
    }
    $cursor = $page->getMeta()->getPagination()->getNextCursor();
} while ($cursor !== null);
check(count($emails) === 3 && $emails[2] === getenv('AUTHDOCK_USER_EMAIL'), 'lists all pages', $emails);

$grace = ['first_name' => 'Grace', 'last_name' => 'Hopper', 'email' => 'not an address'];
$refused = failureOf(fn () => $users->usersStore(new StoreUserRequest($grace)));
check($refused->getCode() === 422, 'refuses an invalid address', $refused->getResponseBody());
$errors = $refused->getResponseObject()->getData()->getErrors();
check(count($errors['email']) === 1, 'names the invalid field', $errors);

$key = bin2hex(random_bytes(16));
$body = new StoreUserRequest(['email' => 'grace.php@test.example'] + $grace);
[$created, , $headers] = $users->usersStoreWithHttpInfo($body, $key);
$id = $created->getData()->getId();
check($created->getData()->getAvatarUrl() === null, 'creates a user', $created);
check($users->usersStore($body, $key)->getData()->getId() === $id, 'creates the user once');

$later = ObjectSerializer::deserialize((object) ['code' => 'later', 'field' => 1], StaleFailureEnvelopeData::class);
check($later->getCode() !== 'stale', 'accepts an error code and a field of a later version', $later);

$rename = fn (string $name) => $users->usersPatch($id, $headers['ETag'][0], new UpdateUserRequest(['first_name' => $name]));
check($rename('Faster')->getData()->getFullName() === 'Faster Hopper', 'renames the user');
$stale = failureOf(fn () => $rename('Slower'));
$code = $stale->getResponseObject()->getData()->getCode();
check($stale->getCode() === 412 && $code === 'stale', "doesn't overwrite a change", $code);

$authentication->authLogout();
$revoked = failureOf(fn () => $authentication->authMe());
check($revoked->getCode() === 401, "can't use the token any more", $revoked->getCode());
